import type { Realm } from '../representation.ts';

interface Time {
  field: string;
  seconds: number | undefined;
  unit: number;
  least: number;
  most: number;
}

const [minute, hour, day] = [60, 3600, 86_400];

/** The times of sessions as fields of an organization. A part of a unit is left out, so no session lasts longer. */
export function readTimes(realm: Realm): { times: Record<string, number>; lost: string[] } {
  const { ssoSessionIdleTimeout: idle, ssoSessionMaxLifespan: longest, ssoSessionMaxLifespanRememberMe } = realm;
  const remembered = realm.rememberMe ? ssoSessionMaxLifespanRememberMe || undefined : undefined;
  const wanted: Time[] = [
    { field: 'sessionIdleMinutes', seconds: idle, unit: minute, least: 5, most: 43_200 },
    { field: 'sessionHours', seconds: longest, unit: hour, least: 1, most: 8760 },
    { field: 'rememberedSessionDays', seconds: remembered, unit: day, least: 1, most: 365 },
  ];
  const times: Record<string, number> = {};
  const lost: string[] = [];
  for (const { field, seconds, unit, least, most } of wanted) {
    if (!seconds) continue;
    const value = Math.min(Math.max(Math.floor(seconds / unit), least), most);
    times[field] = value;
    if (value * unit !== seconds) lost.push(`${field}: ${seconds} seconds`);
  }
  return { times, lost };
}
