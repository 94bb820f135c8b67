import type { MailServer } from '../mail/mail-server.ts';

const aLink = /http[^\s"]+\/link\/([\w-]+)#([\w-]{43}\.[\w-]{43})/;

/** The whole text of a mail whose lines were wrapped. */
const unwrapped = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

export interface LinkOfLetter {
  address: string;
  ticket: string;
}

/** The link in the newest letter to an address, apart from those that are known. */
export async function linkTo(
  { received, mailTo }: Pick<MailServer, 'received' | 'mailTo'>,
  email: string,
  known: readonly string[] = [],
): Promise<LinkOfLetter> {
  const links = () =>
    received
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => aLink.exec(unwrapped(text)))
      .filter((found) => found !== null)
      .map(([address, , ticket = '']) => ({ address, ticket }));
  await mailTo(email);
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const found = links().findLast(({ ticket }) => !known.includes(ticket));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no link came to ${email}`);
}
