/** The clock of Beijing, as vendors there write it: `2026-11-29 18:00:00`. */
export const beijing = (time: Date): string => time.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });

/** The time that such a text means. */
export const timeIn = (text: string | null | undefined): Date =>
  new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '') ? `${text?.replace(' ', 'T')}+08:00` : Number.NaN);

/** Vendors refuse a request whose clock is further off. */
export const isNear = (time: Date, now: Date, minutes: number): boolean =>
  Math.abs(time.getTime() - now.getTime()) <= minutes * 60_000;
