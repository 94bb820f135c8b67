import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isEmail, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { safeHtml } from '../../core/safe-html.ts';
import { transportOf } from './transport.ts';

export interface Mail {
  /** Name shown as the sender. */
  sender: string;
  receivers: readonly string[];
  title: string;
  /** HTML; what would run in it is taken out. */
  content: string;
}

export interface Postman {
  way: EgressClient;
  /** Host of our own origin, for servers whose user name is no address. */
  host: string;
}

const longestProblem = 200;

/** A line break would let the rest of the text become a header of its own (S51). */
function refuseBreaks(fields: Record<string, string>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (/\p{Cc}/u.test(value)) throw new Refusal('invalid', {}, { fields: [{ field, code: 'line-break' }] });
  }
}

async function carried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const inner = (cause as { cause?: unknown }).cause;
    if (inner instanceof Refusal) throw inner;
    const problem = (cause as Error).message.replaceAll(/\s+/g, ' ').slice(0, longestProblem);
    throw new Refusal('mail-failed', { problem }, { cause });
  }
}

export async function sendMail(provider: Provider, mail: Mail, { way, host }: Postman): Promise<void> {
  const { sender, title, content } = mail;
  const receivers = mail.receivers.map(plainEmail);
  // An address with a line break is no address.
  refuseBreaks({ sender, title });
  const wrong = receivers.filter((each) => !isEmail(each));
  if (wrong.length > 0) throw new Refusal('receivers-invalid', { receivers: JSON.stringify(wrong).slice(0, 500) });
  const address = isEmail(provider.clientId) ? provider.clientId : `noreply@${host}`;
  const transport = await transportOf(provider, way);
  // One mail each: nobody learns who else got it.
  const send = (to: string) =>
    transport.sendMail({
      from: { name: sender, address },
      to: { name: '', address: to },
      subject: title,
      html: safeHtml(content),
    });
  await carried(async () => {
    for (const to of receivers) await send(to);
  });
}

/** Reaches the mail server and signs in to it, and sends nothing. */
export const tryMailServer = (provider: Provider, { way }: Postman): Promise<unknown> =>
  carried(async () => (await transportOf(provider, way)).verify());
