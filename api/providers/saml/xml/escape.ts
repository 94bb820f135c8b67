const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text for an element or an attribute. Escaping HTML writes other entities. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] as string);
