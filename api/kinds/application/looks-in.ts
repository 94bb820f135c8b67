import { type Brand, brandOf } from '@doorwright/crds/brand/brand-of.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { cachedObjectsOf } from '../cached-objects.ts';

/** The looks of an application in its organization. */
export async function looksIn(deps: Parameters<typeof cachedObjectsOf>[0], application: Application): Promise<Brand> {
  return brandOf(application, await cachedObjectsOf(deps).organizationNamed(application.organization));
}
