-- Drives Neovim's own client, without plugins: diagnostics, a definition, a code action. The answers go to a file.
local config = vim.json and vim.json.decode(os.getenv('ROLLOUTKIT_TEST')) or vim.fn.json_decode(os.getenv('ROLLOUTKIT_TEST'))
local answers = {}

local function finish()
  local file = io.open(config.out, 'w')
  file:write(vim.fn.json_encode(answers))
  file:close()
  vim.cmd('qall!')
end

local ok, problem = pcall(function()
  vim.cmd('edit ' .. config.file)
  local client = vim.lsp.start_client({ name = 'rolloutkit', cmd = config.cmd, root_dir = config.root })
  vim.lsp.buf_attach_client(0, client)
  local found = vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  answers.found = found
  answers.diagnostics = vim.tbl_map(function(one)
    return { line = one.lnum, column = one.col, message = one.message, code = one.code }
  end, vim.diagnostic.get(0))
  local function ask(method, more)
    vim.api.nvim_win_set_cursor(0, { config.at[1] + 1, config.at[2] })
    local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
    local results = vim.lsp.buf_request_sync(0, method, params, 30000) or {}
    local answer = results[client] or {}
    if answer.error then error(method .. ': ' .. vim.inspect(answer.error)) end
    return answer.result
  end
  answers.definition = ask('textDocument/definition')
  answers.hover = ask('textDocument/hover')
  local first = vim.diagnostic.get(0)[1]
  local at = { line = first.lnum, character = first.col }
  local actions = ask('textDocument/codeAction', {
    range = { start = at, ['end'] = at },
    context = { diagnostics = vim.empty_dict() and {} },
  })
  answers.actions = vim.tbl_map(function(one) return one.title end, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  answers.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  answers.gone = vim.wait(60000, function() return #vim.diagnostic.get(0) == 0 end, 50)
  vim.lsp.stop_client(client)
end)
if not ok then answers.problem = tostring(problem) end
finish()
