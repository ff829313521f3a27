-- Opens files in Neovim's own client, without plugins, and writes what it shows of each.
local config = vim.json and vim.json.decode(os.getenv('ROLLOUTKIT_TEST')) or vim.fn.json_decode(os.getenv('ROLLOUTKIT_TEST'))
local answers = { files = {} }

local ok, problem = pcall(function()
  local client
  for _, file in ipairs(config.files) do
    vim.cmd('edit ' .. vim.fn.fnameescape(config.root .. '/' .. file.name))
    client = client or vim.lsp.start_client({ name = 'rolloutkit', cmd = config.cmd, root_dir = config.root })
    vim.lsp.buf_attach_client(0, client)
    vim.wait(30000, function() return #vim.diagnostic.get(0) == file.count end, 50)
    local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
    local lenses = (vim.lsp.buf_request_sync(0, 'textDocument/codeLens', params, 30000) or {})[client] or {}
    if lenses.error then error('codeLens: ' .. vim.inspect(lenses.error)) end
    table.insert(answers.files, {
      name = file.name,
      diagnostics = vim.tbl_map(function(one) return { line = one.lnum, code = one.code } end, vim.diagnostic.get(0)),
      lenses = #(lenses.result or {}),
    })
  end
  vim.lsp.stop_client(client)
end)
if not ok then answers.problem = tostring(problem) end
local out = io.open(config.out, 'w')
out:write(vim.fn.json_encode(answers))
out:close()
vim.cmd('qall!')
