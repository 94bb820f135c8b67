/** The wall clock of Beijing, on which Chinese vendors rely: `2026-11-29T18:00:00`. It has no summer time. */
export const beijingTime = (time: Date): string => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
