import { type ImportedKind, type ImportResult, importedKinds } from '@doorwright/crds/options/imported.ts';
import type { ImportedObject, Loss } from '@doorwright/transfer/contract.ts';

export type Counts = Record<ImportResult['outcome'], number>;

/** Something that is not here as it was in the source. */
export interface NotTaken {
  from: string;
  what: string;
  why: string;
}

/** What an import did, or what it would do. */
export class ImportReport {
  readonly #counts = new Map<ImportedKind, Counts>();
  readonly notTaken: NotTaken[] = [];
  /** Objects that were here with other values. */
  readonly kept: NotTaken[] = [];
  /** Users who administer their organization. */
  readonly administrators: string[] = [];
  readonly organizations = new Set<string>();
  done = 0;

  addResult({ kind, from, fields }: ImportedObject, { outcome, problems, differs }: ImportResult): void {
    const counts = this.#counts.get(kind) ?? { added: 0, same: 0, kept: 0, refused: 0 };
    counts[outcome]++;
    this.#counts.set(kind, counts);
    this.done++;
    for (const { field, message } of problems) this.notTaken.push({ from, what: field || 'all of it', why: message });
    if (outcome === 'kept') this.kept.push({ from, what: differs.join(', '), why: 'It has other values here.' });
    if (outcome === 'refused') return;
    if (kind === 'organization') this.organizations.add(String(fields.name));
    if (kind === 'user' && outcome === 'added' && fields.isAdmin === true)
      this.administrators.push(`${fields.owner}/${fields.name}`);
  }

  addLoss({ from, lost, why }: Loss): void {
    this.notTaken.push({ from, what: lost, why });
  }

  /** Kinds with their counts, in the order in which they are made. */
  get counts(): { kind: ImportedKind; counts: Counts }[] {
    return importedKinds.flatMap((kind) => {
      const counts = this.#counts.get(kind);
      return counts ? [{ kind, counts }] : [];
    });
  }
}
