import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

export interface DailyCount {
  /** 2026-11-21, by the calendar of whoever looks. */
  day: string;
  signIns: number;
  failedSignIns: number;
  newUsers: number;
}

export interface CertExpiry {
  name: string;
  displayName: string;
  expireTime: string;
}

export interface Dashboard {
  days: DailyCount[];
  /** The next one to end comes first. */
  certs: CertExpiry[];
  failingSyncers: { name: string }[];
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** How much went on lately, and what will need an administrator soon; without days only the latter. */
export const useDashboard = (days?: number, isWanted = true) =>
  useQuery({
    queryKey: ['dashboard', days ?? 0],
    queryFn: async ({ signal }) => {
      const query = days === undefined ? {} : { days, timeZone };
      return (await call<Dashboard>('get-dashboard', { query, signal })).data;
    },
    enabled: isWanted,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    placeholderData: (previous) => previous,
  });

const soonDays = 30;

/** Whole days until a moment; negative once it has passed. */
export const daysUntil = (moment: string) => Math.floor((Date.parse(moment) - Date.now()) / 86_400_000);

export const isSoon = (moment: string) => daysUntil(moment) < soonDays;
