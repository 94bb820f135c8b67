/** Ways for a text to leave the page. */

/** Where lines are not secure there is no clipboard but the one of old, which takes what is selected. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  const before = document.activeElement;
  box.value = text;
  box.style.cssText = 'position: fixed; opacity: 0';
  // Where the keyboard is: a dialog lets it go nowhere else.
  (before?.parentElement ?? document.body).append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/** Says whether it could be: browsers may refuse it. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};

export function downloadText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
