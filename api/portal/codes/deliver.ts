import type { Application } from '@doorwright/crds/models/application.ts';
import type { Organization } from '@doorwright/crds/models/organization.ts';
import type { Provider } from '@doorwright/crds/models/provider.ts';
import { Refusal } from '../../http/errors.ts';
import { providerOf } from '../applications.ts';
import type { ContactType } from '../contacts.ts';
import type { PortalDeps } from '../deps.ts';
import { sendMail } from '../mail/send.ts';
import { refuseUnsupported, sendText } from '../sms/send.ts';

/** The provider of an application that codes go through. */
export async function codeProvider(deps: PortalDeps, application: Application, type: ContactType): Promise<Provider> {
  const provider = await providerOf(deps, application, type === 'email' ? 'Email' : 'SMS');
  if (!provider) throw new Refusal(type === 'email' ? 'email-provider-missing' : 'sms-provider-missing');
  if (type === 'phone') refuseUnsupported(provider);
  return provider;
}

const plainText = 'Your verification code is %s. It works for 10 minutes.';

interface Letter {
  organization: Organization;
  to: string;
  code: string;
  now: Date;
}

/** The provider's text with the code in it. Whatever else failed, the code itself never stands in an error. */
export function deliverCode(
  { egress, config }: PortalDeps,
  provider: Provider,
  { organization, to, code, now }: Letter,
): Promise<void> {
  if (provider.category === 'SMS')
    return sendText({ provider, to: `${organization.phonePrefix}${to}`, code, now }, egress);
  const mail = {
    sender: organization.displayName || organization.name,
    receivers: [to],
    title: provider.title || 'Verification code',
    content: (provider.content || plainText).replaceAll('%s', () => code),
  };
  return sendMail(provider, mail, { egress, host: new URL(config.DOORWRIGHT_ORIGIN).hostname });
}
