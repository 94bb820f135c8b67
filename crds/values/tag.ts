/** The value of a tag of an organization, and its label. A tag is written as `value|Chinese label`; all other languages show the value. */
export function tagIn(tag: string, language: string): { value: string; label: string } {
  const [value = '', chinese = value] = tag.split('|');
  return { value, label: language === 'zh' ? chinese : value };
}
