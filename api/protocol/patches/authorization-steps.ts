import type { KoaContextWithOIDC } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside
import authorizationSteps from 'oidc-provider/lib/actions/authorization/index.js';

export type Step = (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => unknown;

const endpoints = ['authorization', 'device_authorization', 'pushed_authorization_request'];

/** Puts a function around one step of the endpoints that take authorization requests. All instances of the library share its lists of steps. */
export function wrapStep(name: string, wrap: (step: Step) => Step): void {
  for (const steps of endpoints.map((endpoint): Step[] => authorizationSteps(endpoint))) {
    const at = steps.findIndex((step) => step.name === name);
    const step = steps[at];
    if (!step) throw new Error(`oidc-provider has no step ${name}`);
    steps[at] = Object.defineProperty(wrap(step), 'name', { value: name });
  }
}
