const key = 'notice';

/** A notice that the next page shows once. */
export type Notice = 'passwordChanged' | 'loggedOut' | 'signedIn';

export const rememberNotice = (notice: Notice) => sessionStorage.setItem(key, notice);

/** Takes the notice of the previous page if it is for this page. Otherwise it stays for the page that this one redirects to. */
export function takeNotice<Mine extends Notice>(...mine: Mine[]): Mine | undefined {
  const notice = mine.find((each) => each === sessionStorage.getItem(key));
  if (notice) sessionStorage.removeItem(key);
  return notice;
}
