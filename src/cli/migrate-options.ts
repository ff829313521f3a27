import { type AskedGateway, askedGateway } from '../write/migrate/parent-gateway.js';
import { colored, plain } from '../report/style.js';
import { UsageError } from './exit.js';
import { readSettings } from './inputs.js';
import { parse } from './options.js';
import { wantsColor } from './output.js';
import type { Surroundings } from './surroundings.js';

export type Options = ReturnType<typeof readOptions>;

export function readOptions(args: string[], around: Surroundings) {
  const { values, positionals } = parse('migrate', args);
  const [name, ...given] = positionals;
  if (name === undefined)
    throw new UsageError('migrate needs the name of a Deployment, such as "rolloutkit migrate checkout".');
  if (values.undo && (values.router ?? values.service ?? values.gateway ?? values.way) !== undefined)
    throw new UsageError(
      '--undo reverts existing commits, so --router, --service, --gateway and --way cannot be used with it.',
    );
  if (values.format === 'json' && values.commit === true)
    throw new UsageError('--format json and --commit cannot be used together.');
  const paths = given.length > 0 ? given : ['.'];
  const settings = readSettings(values, paths, around);
  return {
    settings,
    name,
    paths,
    router: values.router,
    service: values.service,
    gateway: gatewayIn(values.gateway),
    asked: values.gateway,
    way: values.way,
    format: values.format ?? 'text',
    isUndo: values.undo === true,
    commits: values.commit === true,
    isDry: values['dry-run'] === true,
    style: wantsColor(around, values['no-color']) ? colored : plain,
  };
}

function gatewayIn(text: string | undefined): AskedGateway | undefined {
  const gateway = text === undefined ? undefined : askedGateway(text);
  if (text !== undefined && !gateway)
    throw new UsageError(
      `--gateway is "${text}"; it must be NAME, NAMESPACE/NAME or NAMESPACE/NAME/LISTENER.`,
    );
  return gateway;
}
