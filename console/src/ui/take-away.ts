/** Ways for a text to leave the page. */
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text);

export function downloadText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
