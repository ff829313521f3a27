/** Whether a file holds an ApplicationSet, which kubectl applies as it is: the controller fills in values, and no lines. */
export function holdsApplicationSet(text: string): boolean {
  return /^kind:[ \t]*["']?ApplicationSet\b/m.test(text) && /^ +goTemplate:[ \t]*true\b/m.test(text);
}
