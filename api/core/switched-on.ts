import { descriptionOf, type ProviderValues } from '@doorwright/crds/providers/described.ts';
import { describedTypes } from '@doorwright/crds/providers/index.ts';
import { Refusal } from './errors.ts';

/** The settings of the installation. Some types work only if one of them is on. */
type Settings = object;

const isOn = (setting: string, settings: Settings) => (settings as Readonly<Record<string, unknown>>)[setting] === 'on';

/** Refuses a type that this installation has not turned on. */
export function assertSwitchedOn(provider: ProviderValues, settings: Settings): void {
  const { setting, type } = descriptionOf(provider) ?? {};
  if (setting && type && !isOn(setting, settings)) throw new Refusal('provider-switched-off', { type, setting });
}

/** The types that wait for a setting, and whose setting is on. */
export const typesSwitchedOn = (settings: Settings): string[] =>
  Object.values(describedTypes).flatMap((types) =>
    types.flatMap(({ type, setting }) => (setting && isOn(setting, settings) ? [type] : [])),
  );
