import type { Path } from '../model/field.js';
import { type MessageData, ownData } from '../model/message.js';
import type { FindingJson } from './json.js';

/** The subject of a finding, which identifies it after lines have moved. */
export interface About {
  readonly file: string;
  readonly rule: string;
  readonly case?: string | undefined;
  readonly messageId: string;
  readonly resource?: Readonly<Record<'group' | 'kind' | 'name', string>> & {
    readonly namespace?: string | undefined;
  };
  readonly path: Path;
  /** The data of its message that do not depend on other objects. */
  readonly data: MessageData;
}

export function aboutOf(finding: FindingJson): About {
  const { file, rule, case: special, messageId, resource, path = [], data } = finding;
  return {
    file,
    rule,
    ...(special !== undefined && { case: special }),
    messageId,
    // An object stays the same with another version of its API.
    ...(resource && {
      resource: {
        group: resource.group,
        kind: resource.kind,
        namespace: resource.namespace,
        name: resource.name,
      },
    }),
    path,
    data: ownData(data),
  };
}
