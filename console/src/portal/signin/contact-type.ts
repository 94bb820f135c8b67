/** An address that a code can be sent to, by its looks: the server judges. */
export function contactType(text: string): 'email' | 'phone' | undefined {
  const contact = text.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return 'email';
  if (/^\+?[\d\s()-]{5,20}$/.test(contact)) return 'phone';
}
