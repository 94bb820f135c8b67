import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isEmail, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { Refusal } from '../../core/errors.ts';
import { safeHtml } from '../../core/page-html/safe-html.ts';
import { behaviourOf } from '../behaviour-of.ts';
import { mailServices } from './index.ts';
import type { Mail, Postman } from './mail-service.ts';

const longestProblem = 200;

/** After a line break, the rest of the text would become a header (S51). */
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

/** Sends a mail through the provider, without scripts in its content. */
export async function sendMail(provider: Provider, mail: Mail, postman: Postman): Promise<void> {
  const { sender, title } = mail;
  const receivers = mail.receivers.map(plainEmail);
  // An address with a line break is no address.
  refuseBreaks({ sender, title });
  const wrong = receivers.filter((each) => !isEmail(each));
  if (wrong.length > 0) throw new Refusal('receivers-invalid', { receivers: JSON.stringify(wrong).slice(0, 500) });
  const service = behaviourOf('Email', mailServices, provider);
  await carried(() => service.sendMail(provider, { ...mail, receivers, content: safeHtml(mail.content) }, postman));
}

/** Connects to the mail server and authenticates, without sending. */
export async function tryMailServer(provider: Provider, postman: Postman): Promise<void> {
  const service = behaviourOf('Email', mailServices, provider);
  await carried(() => service.tryConnection(provider, postman));
}
