// What readers of each format take for more than a name: XML, Markdown, SARIF, annotations, pages.
import { isShort } from '../bombs.mjs';
import { application, object, rollout, service } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */
/** @typedef {import('../attack.mjs').Run} Run */

/** What steers Markdown, XML, CSV, HTML and logs, in names as long as those of real objects. */
const evils = [
  'www.evil.example',
  '@everyone-at-evil',
  '![a](https://evil.example/x.png)',
  '[click](https://evil.example)',
  '<img src=x onerror=alert(1)>',
  '</system-out></testcase><testcase name="forged">',
  ']]><script>alert(1)</script>',
  '"/><error/>&lt;&#x0;',
  '| forged | row |',
  '\n\n# forged heading\n\n- [ ] task',
  '`` code ` ``` fence',
  '=HYPERLINK("https://evil.example")',
  'https://evil.example/a?b=%0A::error::c',
  '\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '#1 GH-1 evil/evil#1 0123456789abcdef0123456789abcdef01234567',
];

/** Names of everything that findings name. @param {World} world */
function named(world) {
  for (const [index, evil] of evils.entries()) {
    const labels = { app: evil };
    world.write(
      `${index}.yaml`,
      [
        rollout(
          evil,
          { selector: { matchLabels: labels }, [evil]: evil },
          {
            stableService: evil,
            canaryService: `${evil}2`,
            steps: [
              { setWeight: evil },
              { [evil]: 1 },
              { analysis: { templates: [{ templateName: evil }] } },
            ],
          },
        ),
        service(`s${index}`, { selector: labels }),
        object(
          'networking.istio.io/v1',
          'VirtualService',
          { name: evil, namespace: evil },
          { hosts: [evil], [evil]: 1 },
        ),
      ].join('---\n'),
    );
    world.write(`apps/${index}.yaml`, application({ name: evil, path: evil, namespace: evil }));
  }
  world.write('www.evil.example/a.yaml', rollout('web', {}, { stableService: 'nope' }));
  world.write('[click](https:/evil.example)/<img src=x>.yaml', rollout('web', {}, { stableService: 'nope' }));
  world.write('@everyone/| a |.yaml', rollout('web', {}, { stableService: 'nope' }));
}

/** What GitHub makes of a text outside of code, with entities decoded, as it does before it links. @param {string} output */
function active(output) {
  const outside = output
    .replaceAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[^\n]*$/gm, '')
    .replaceAll(/(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])*?(?<!`)\1(?!`)/g, '')
    // A block of HTML is no Markdown, and nothing is linked within its code.
    .replaceAll(/<summary>[^<]*<code>[^<\n]*<\/code>[^<]*<\/summary>/g, '')
    .replaceAll('&#64;', '@')
    .replaceAll('&#46;', '.')
    .replaceAll('&amp;', '&');
  return [
    [/www\.evil/, 'a bare address'],
    [/(?<![\w/\\])@everyone/, 'a mention'],
    [/(?<!\\)!\[a\]\(/, 'an image'],
    [/(?<!\\)\[click(?<!\\)\]\(https/, 'a link'],
    [/<(?:img|script|error|testcase)\b/, 'HTML'],
    [/^\s*# forged/m, 'a heading'],
    [/^\s*- \[ \] task/m, 'a task'],
    [/https:\/\/evil\.example/, 'an address'],
  ].flatMap(([pattern, what]) => {
    const found = /** @type {RegExp} */ (pattern).exec(outside);
    return found
      ? [
          `has ${String(what)} in its Markdown: ${JSON.stringify(outside.slice(Math.max(0, found.index - 60), found.index + 60))}`,
        ]
      : [];
  });
}

/** Whether names stand in XML as they are. @param {World} _ @param {string} output */
function isXml(_, output) {
  const told = [];
  // No tag begins within what was a name, and nothing is there that no XML may have.
  for (const tag of output.matchAll(
    /<(?!\/?(?:testsuites?|testcase|failure|error|skipped|properties|property|system-out|system-err)\b|\?xml)/g,
  ))
    told.push(`has another tag in its XML: ${JSON.stringify(output.slice(tag.index, tag.index + 60))}`);
  if (/<testcase name="forged"/.test(output)) told.push('has a forged test in its XML');
  if (/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(output)) told.push('has what no XML may have');
  return told.slice(0, 3);
}

/** @param {World} _ @param {string} output */
function isJson(_, output) {
  try {
    JSON.parse(output);
    return [];
  } catch (error) {
    return [`is no JSON: ${String(error)}`];
  }
}

/** Each annotation on a line of its own, and each of ours. @param {World} _ @param {string} output */
function isAnnotations(_, output) {
  return output
    .split('\n')
    .filter(
      (line) =>
        line.includes('::') && !/^::(?:error|warning|notice) (?:file=[^\n]*?,)?title=[\w/ -]+::/.test(line),
    )
    .slice(0, 3)
    .map((line) => `has a line that is no annotation: ${JSON.stringify(line.slice(0, 200))}`);
}

/** A page with a policy, in which no name is markup. @param {World} _ @param {string} output */
function isPage(_, output) {
  return ['<img src=x', '<script>alert', '</system-out>']
    .filter((part) => output.includes(part))
    .map((part) => `has ${part} in its page`)
    .concat(/Content-Security-Policy/i.test(output) ? [] : ['has no policy']);
}

/**
 * @param {string} name
 * @param {Run[]} runs
 * @returns {Attack}
 */
const attack = (name, runs) => ({
  name: `output: ${name}`,
  build: named,
  runs,
  proof: async (world) => {
    const { output } = await world.run('cat', ['0.yaml', '2.yaml', '4.yaml', '5.yaml']);
    return (
      output.includes('www.evil.example') && output.includes('<img src=x') && output.includes('</testcase>')
    );
  },
});

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack('names are links, images, mentions, HTML and tasks of Markdown', [
    { args: ['lint', '--format', 'markdown', '.'], exit: [1, 4], check: (_, output) => active(output) },
    {
      args: ['lint', '--format', 'markdown', '.'],
      exit: [1, 4],
      env: { GITHUB_ACTIONS: 'true', CI: 'true' },
      check: (_, output) => active(output),
    },
  ]),
  attack('names end the tests of JUnit and forge others', [
    { args: ['lint', '--format', 'junit', '.'], exit: [1, 4], check: isXml },
  ]),
  attack('names end the texts of SARIF', [
    { args: ['lint', '--format', 'sarif', '.'], exit: [1, 4], check: isJson },
  ]),
  attack('names end the texts of the report of GitLab', [
    { args: ['lint', '--format', 'gitlab', '.'], exit: [1, 4], check: isJson },
  ]),
  attack('names end the annotations of GitHub', [
    {
      args: ['lint', '--format', 'github', '.'],
      exit: [1, 4],
      check: isAnnotations,
      env: { GITHUB_ACTIONS: 'true' },
    },
  ]),
  attack('names break the lines of concise findings', [
    {
      args: ['lint', '--format', 'concise', '.'],
      exit: [1, 4],
      check: (world, output) => [
        ...isShort(world, output),
        ...(/^# forged/m.test(output) ? ['begins a line with a name'] : []),
      ],
    },
  ]),
  attack('names are markup of the page of a simulation', [
    {
      args: ['simulate', '--format', 'html', '.'],
      exit: [0, 1, 2, 4],
      finds: false,
      check: (world, output) => (output.includes('<html') ? isPage(world, output) : []),
      isForTerminal: false,
    },
    {
      args: ['drift', '--format', 'html', '.'],
      exit: [0, 1, 2, 4],
      finds: false,
      check: (world, output) => (output.includes('<html') ? isPage(world, output) : []),
      isForTerminal: false,
    },
  ]),
  {
    ...attack('names are links and mentions in the comment of a change', [
      {
        args: ['impact', '--base', 'HEAD~1', '--format', 'markdown', '.'],
        exit: [0, 1, 2, 4],
        finds: false,
        check: (_, output) => active(output),
      },
    ]),
    build: (world) => {
      named(world);
      world.commit('Before');
      for (const [index, evil] of evils.entries())
        world.write(
          `${index}.yaml`,
          rollout(evil, { replicas: 5, [evil]: evil }, { stableService: `${evil}4` }),
        );
    },
  },
];
