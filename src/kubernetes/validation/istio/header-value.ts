/**
 * What is wrong with the value of a header that Envoy sets, as the end of a sentence: a percent sign starts a variable,
 * `%HOSTNAME%`, and is escaped by doubling it.
 * https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/header_value_validator.go
 */
export function headerValueProblem(value: string): string | undefined {
  if (/[\u0000-\u0008\u000A-\u001F\u007F]/.test(value)) return 'has characters that no header may have';
  let rest = value;
  for (let start = rest.indexOf('%'); start !== -1; start = rest.indexOf('%')) {
    rest = rest.slice(start + 1);
    if (rest.startsWith('%')) {
      rest = rest.slice(1);
      continue;
    }
    const variable = /^[^%(]*(?:%|(?=\())/.exec(rest)?.[0];
    if (variable === undefined) return 'has a percent sign that begins no variable; write "%%"';
    if (variable.endsWith('%')) {
      rest = rest.slice(variable.length);
      continue;
    }
    // The arguments of a variable in parentheses are not checked.
    const end = rest.indexOf(')%', variable.length);
    if (end === -1) return undefined;
    rest = rest.slice(end + 2);
  }
  return undefined;
}
