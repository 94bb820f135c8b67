/** Keeps the frame on the preview. Going back would leave the editor, because both share one history. */
export function stayOnPage(): void {
  const stay = (event: Event) => {
    if ((event.target as Element).closest('a')) event.preventDefault();
  };
  addEventListener('click', stay, true);
  addEventListener('auxclick', stay, true);
  history.back = () => {};
  window.open = () => null;
}
