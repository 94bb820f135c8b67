import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { filled, type Language } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { languageOf } from '../../http/language.ts';
import { nationalNumber } from '../../kinds/user/phone-spellings.ts';
import { sendMail } from '../../providers/email/send.ts';
import { refuseUnready, sendText } from '../../providers/sms/send.ts';
import { providerOf } from '../applications.ts';
import type { ContactType } from '../contacts.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { codeMinutes } from './issue.ts';

/** The provider of an application that sends its codes. */
export async function codeProvider(
  deps: Pick<PortalDeps, 'db' | 'store'>,
  application: Application,
  type: ContactType,
): Promise<Provider> {
  const provider = await providerOf(deps, application, type === 'email' ? 'Email' : 'SMS');
  if (!provider) throw new Refusal(type === 'email' ? 'email-provider-missing' : 'sms-provider-missing');
  if (type === 'phone') refuseUnready(provider);
  return provider;
}

/** The text for a provider without a text of its own. */
async function ownWords(language: string | undefined, code: string) {
  const { codeTitle, codeText } = await loadCatalogue(languageOf(language) as Language, 'letters');
  return { title: String(codeTitle), content: filled(String(codeText), { code, minutes: codeMinutes }) };
}

interface Letter {
  organization: Organization;
  to: string;
  code: string;
  /** The language of the request. Jobs of an earlier release have none. */
  language: string | undefined;
  now: Date;
}

/** Sends the provider's text with the code. No error ever contains the code. */
export async function deliverCode(
  { egress, config }: PortalDeps,
  provider: Provider,
  { organization, to, code, language, now }: Letter,
): Promise<void> {
  const { phonePrefix } = organization;
  if (provider.category === 'SMS')
    return sendText(
      { provider, organization: organization.name, to: `${phonePrefix}${nationalNumber(to, phonePrefix)}`, code, now },
      egress,
    );
  const own = await ownWords(language, code);
  const mail = {
    sender: organization.displayName || organization.name,
    receivers: [to],
    title: provider.title || own.title,
    content: provider.content ? provider.content.replaceAll('%s', () => code) : own.content,
  };
  const way = egress.for(egressOwnerOf(provider, organization.name));
  return sendMail(provider, mail, { way, host: new URL(config.DOORWRIGHT_ORIGIN).hostname });
}
