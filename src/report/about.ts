import type { Path } from '../model/field.js';
import { type MessageData, ownData } from '../model/message.js';
import type { FindingJson } from './json.js';

/** What a finding is about, by which it is known again after lines have moved. */
export interface About {
  readonly file: string;
  readonly rule: string;
  readonly case?: string | undefined;
  readonly messageId: string;
  readonly resource?: Readonly<Record<'group' | 'kind' | 'name', string>> & {
    readonly namespace?: string | undefined;
  };
  readonly path: Path;
  /** What its message is filled with, as far as that depends on nothing else. */
  readonly data: MessageData;
}

export function aboutOf(finding: FindingJson): About {
  const { file, rule, case: special, messageId, resource, path = [], data } = finding;
  return {
    file,
    rule,
    ...(special !== undefined && { case: special }),
    messageId,
    // An object stays the same where its API has another version.
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
