import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

export interface DailyCount {
  /** A date such as 2026-11-21, in the user's time zone. */
  day: string;
  signIns: number;
  failedSignIns: number;
  /** People who signed in at least once. */
  activeUsers: number;
  newUsers: number;
}

export interface Counted {
  name: string;
  count: number;
}

export interface CertExpiry {
  name: string;
  displayName: string;
  expireTime: string;
}

export interface Dashboard {
  days: DailyCount[];
  /** The most frequent ones of the period, the most frequent first. */
  methods: Counted[];
  applications: Counted[];
  failures: Counted[];
  /** Sorted by expiry, next first. */
  certs: CertExpiry[];
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** The counts of the last days, and the certs that expire next. */
export const useDashboard = (days: number) =>
  useQuery({
    queryKey: ['dashboard', days],
    queryFn: async ({ signal }) => (await call<Dashboard>('get-dashboard', { query: { days, timeZone }, signal })).data,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    placeholderData: (previous) => previous,
  });

const soonDays = 30;
/** Certs that end later are nobody's worry yet. */
const shownDays = 90;

/** Whole days until a date; negative for a past one. */
export const daysUntil = (moment: string) => Math.floor((Date.parse(moment) - Date.now()) / 86_400_000);

export const endsInView = (moment: string) => daysUntil(moment) < shownDays;

export const isSoon = (moment: string) => daysUntil(moment) < soonDays;
