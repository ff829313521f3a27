/** Whether something else (envsubst, Helm, a pipeline) replaces a part of a text before it is deployed. */
export function isPlaceholder(text: string): boolean {
  return /\$[({A-Za-z_]|\{\{|<[^<>]+>|%[A-Z_]+%|__\w+__/.test(text);
}
