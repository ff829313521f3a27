import { isOfNothingSimilar } from '../model/message.js';
import { counted } from '../model/wording.js';
import type { LintReport } from './report.js';

/** How to name what the cluster has, if findings are about objects that are not found, and nothing like them is. */
export function assumable({ findings }: LintReport): readonly string[] {
  const count = findings.filter(({ message }) => isOfNothingSimilar(message)).length;
  if (count === 0) return [];
  const [are, them] =
    count === 1 ? ['is about an object that is', 'it'] : ['are about objects that are', 'them'];
  return [
    `  ${count} of ${counted(findings.length, 'finding')} ${are} in none of these files; if the cluster has ${them}: --assume KIND/[NAMESPACE/]NAME`,
  ];
}
