/** Copies a text to the clipboard or downloads it. */

/** Without HTTPS browsers offer only the old way, which copies the selected text. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  const before = document.activeElement;
  box.value = text;
  box.style.cssText = 'position: fixed; opacity: 0';
  // Beside the focused element, because a dialog lets the focus go nowhere else.
  (before?.parentElement ?? document.body).append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/** Returns false if the browser refuses it. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};

export const downloadText = (name: string, text: string): void =>
  downloadFile(name, new Blob([text], { type: 'text/plain' }));

export function downloadFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
