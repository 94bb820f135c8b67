/** Sends a form from the server. No script of a client runs on this page. */
export function postForm(html: string): void {
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form');
  if (!form) throw new Error('The answer holds no form');
  document.body.append(document.adoptNode(form));
  form.submit();
}

export const isForm = (answer: string): boolean => answer.trimStart().startsWith('<');
