import { Refusal } from '../../core/errors.ts';
import { type Person, type Reader, SourceError, type SourceProblem } from './contract.ts';

interface Tried<Shown> {
  problem: SourceProblem | null;
  people: Shown[];
}

const shownPeople = 5;
const withinMs = 15_000;

/** Opens a source and reads its first people. `show` masks what they are. */
export async function testReader<Shown>(
  open: (signal: AbortSignal) => Promise<Reader>,
  show: (person: Person) => Shown,
): Promise<Tried<Shown>> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    const reader = await open(signal);
    try {
      for await (const { people } of reader.people({ signal }))
        return { problem: null, people: people.slice(0, shownPeople).map(show) };
      return { problem: { code: 'source-empty', field: 'table' }, people: [] };
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'egress-refused')
      return { problem: { code: error.code, params: error.params, field: 'host' }, people: [] };
    // The end of the time closes the connection, which then looks like a database that is away.
    if (signal.aborted) return { problem: { code: 'database-too-slow', field: 'host' }, people: [] };
    if (error instanceof SourceError) return { problem: error.problem, people: [] };
    throw error;
  }
}
