import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import type { Application } from '../page.ts';

/** Says whether the application asks its users for more after sign-in. */
export const asksAfterSignUp = (application: Pick<Application, 'signupItems' | 'providers'>): boolean =>
  promptedItems(application).length > 0 || application.providers.some(({ prompted }) => prompted);
