import type { Application } from '@doorwright/crds/models/application.ts';
import type { Organization } from '@doorwright/crds/models/organization.ts';
import type { Provider } from '@doorwright/crds/models/provider.ts';
import { Refusal } from '../../http/errors.ts';
import { providerOf } from '../applications.ts';
import type { ContactType } from '../contacts.ts';
import type { PortalDeps } from '../deps.ts';
import { sendMail } from '../mail/send.ts';

/** The provider of an application that codes go through. */
export async function codeProvider(deps: PortalDeps, application: Application, type: ContactType): Promise<Provider> {
  const provider = await providerOf(deps, application, type === 'email' ? 'Email' : 'SMS');
  if (!provider) throw new Refusal(type === 'email' ? 'email-provider-missing' : 'sms-provider-missing');
  if (type === 'phone') throw new Refusal('sms-unsupported', { type: provider.type });
  return provider;
}

const plainText = 'Your verification code is %s. It works for 10 minutes.';

interface Letter {
  organization: Organization;
  to: string;
  code: string;
}

/** The provider's text with the code in it. Whatever else failed, the code itself never stands in an error. */
export const deliverCode = (
  { egress, config }: PortalDeps,
  provider: Provider,
  { organization, to, code }: Letter,
): Promise<void> =>
  sendMail(
    provider,
    {
      sender: organization.displayName || organization.name,
      receivers: [to],
      title: provider.title || 'Verification code',
      content: (provider.content || plainText).replaceAll('%s', () => code),
    },
    { egress, host: new URL(config.DOORWRIGHT_ORIGIN).hostname },
  );
