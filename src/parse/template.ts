/** Whether a text is a Helm template that was not rendered. */
export function isTemplate(text: string): boolean {
  return (
    /^[ \t]*(?:- )?\{\{-?\s*(?:if|else|end|range|with|define|template|include|block|\$|\/\*)/m.test(text) ||
    /\{\{[^}\n]*(?:\.Values|\.Release|\.Chart|\binclude )/.test(text) ||
    /^[^#\n]*:[ \t]+\{\{/m.test(text)
  );
}
