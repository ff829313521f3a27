/** What a parser of YAML 1.1 may read as something else than a string. */
const otherwise = /^(?:~|null|true|false|yes|no|on|off|y|n|[-+.\d].*|0x.*|\.inf|\.nan|<<|=)$/i;

/** Whether a string means itself as a plain scalar of YAML, in any place. */
export function fitsPlain(value: string): boolean {
  return /^[A-Za-z_/.$(][\w/.$()@%+=~;-]*(?:[ :][\w/.$()@%+=~;-]+)*$/.test(value) && !otherwise.test(value);
}
