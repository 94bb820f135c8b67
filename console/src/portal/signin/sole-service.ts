import type { Application } from '../page.ts';
import { mustAsk, type Service, servicesOf } from '../services/services.ts';
import { formsOf } from './methods/registry.ts';

const stayKey = 'staysHere';

/** The page is shown once, instead of the only service. A sign-out and a failure lead here. */
export const stayHere = (): void => sessionStorage.setItem(stayKey, 'yes');

export function takeStay(): boolean {
  const stays = sessionStorage.getItem(stayKey) !== null;
  sessionStorage.removeItem(stayKey);
  return stays;
}

/** The only way in of an application, if it is a service about which nobody is asked. */
export function soleService(application: Application): Service | undefined {
  const [service, ...others] = servicesOf(application, 'canSignIn');
  const isSole = service && others.length === 0 && formsOf(application).length === 0 && !application.signinHtml;
  return isSole && !mustAsk(application.name, service) ? service : undefined;
}
