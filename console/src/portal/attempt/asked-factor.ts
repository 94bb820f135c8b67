/** A question of a sign-in about second factors, by the code of the refusal. */
export type AskedFactor =
  | { code: 'factor-required'; data: { factors: string[]; trustDays: number } }
  | {
      code: 'factor-enrol';
      data: { secret: string; uri: string; enrolment: string; factors: string[]; until?: string };
    }
  | { code: 'factor-recovery'; data: { codes: string[]; recoveryCodes: string } };

const codes: readonly string[] = ['factor-required', 'factor-enrol', 'factor-recovery'] satisfies AskedFactor['code'][];

/** The question in a refusal of the server, if it is one. */
export const askedIn = (error: { code: string; data: unknown }): AskedFactor | undefined =>
  codes.includes(error.code) ? (error as AskedFactor) : undefined;
