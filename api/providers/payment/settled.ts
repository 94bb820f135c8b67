import { Refusal } from '../../core/errors.ts';
import type { Report } from './channel.ts';

/**
 * Closes an order and answers its state. Vendors refuse to close an order that somebody has paid or closed before, each with codes of its
 * own. So the state decides: a refusal counts only if the order is still open.
 */
export async function settled(
  close: () => Promise<unknown>,
  ask: () => Promise<Report>,
  mayStayOpen: (report: Report) => boolean = () => false,
): Promise<Report> {
  let refusal: Refusal | undefined;
  try {
    await close();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = error;
  }
  const report = await ask();
  if (refusal && report.state === 'open' && !mayStayOpen(report)) throw refusal;
  return report;
}
