import type { SignInButton } from '@doorwright/crds/providers/sign-in-button.ts';
import { call } from '../call.ts';
import { webAddress } from '../frame/links.ts';
import type { Application, ProviderItem } from '../page.ts';
import { type Mark, marks } from './marks.ts';

/** Another service with which an application lets users sign in or up. */
export interface Service extends SignInButton {
  name: string;
  /** The picture of a service of one's own. */
  picture: string | undefined;
  /** The mark of a service that asks for its own. */
  mark: Mark | undefined;
  alertType: ProviderItem['alertType'];
}

/** The services that an application shows and allows, in its order. Two of one type are told apart by their names. */
export function servicesOf(
  { providers }: Pick<Application, 'providers'>,
  allows: 'canSignIn' | 'canSignUp' | 'prompted',
): Service[] {
  const shown = providers.flatMap(({ provider, alertType, ...item }) =>
    item.visible && item[allows] && provider?.button ? [{ ...provider, ...provider.button, alertType }] : [],
  );
  const isTwice = (label: string) => shown.filter((each) => each.label === label).length > 1;
  return shown.map(({ name, displayName, customLogo, label, letters, color, category, type, alertType }) => ({
    ...{ name, letters, color, alertType },
    mark: category === 'OAuth' ? marks[type] : undefined,
    label: isTwice(label) ? displayName || name : label,
    picture: webAddress(customLogo),
  }));
}

/** The purpose of the visit at a service, and the page to which it leads back. */
export interface VisitFrom {
  purpose: 'signin' | 'link';
  application: string;
  organization: string;
  page: string;
}

/** The choice on the sign-in form, where the page has one. */
const staysSignedIn = () => document.querySelector<HTMLInputElement>('input[name="autoSignin"]')?.checked ?? true;

/** Leaves for a service. The server makes the address, and keeps the way back. */
export async function visitService({ name }: Pick<Service, 'name'>, from: VisitFrom): Promise<void> {
  const body = { ...from, provider: name, ...(from.purpose === 'signin' && { autoSignin: staysSignedIn() }) };
  const { data } = await call<string>('begin-provider-request', { body });
  location.assign(data);
}

const lastKey = (application: string) => `lastService/${application}`;
const toldKey = (application: string, service: string) => `toldService/${application}/${service}`;

/** The service of the last sign-in of this browser at an application. */
export const lastService = (application: string): string | null => localStorage.getItem(lastKey(application));

export const rememberService = (application: string, service: string): void =>
  localStorage.setItem(lastKey(application), service);

/** Says whether the user is asked before they leave. `Once` asks until they agreed in this browser. */
export const mustAsk = (application: string, { name, alertType }: Service): boolean =>
  alertType === 'Always' || (alertType === 'Once' && !localStorage.getItem(toldKey(application, name)));

export const rememberAsked = (application: string, { name }: Service): void =>
  localStorage.setItem(toldKey(application, name), 'yes');
