import type { Log } from '../runtime/observe/log.ts';
import { DeclaredApi, type DeclaredApiOptions } from './declared-api.ts';
import { type ApiId, type Applied, type ApplyOptions, apiIdText, type Declaration } from './declared-objects.ts';

/** `--dry-run`: asks the API what each change would do, logs it, and changes nothing. */
export class PlanningApi extends DeclaredApi {
  readonly #log: Log;

  constructor(options: DeclaredApiOptions, log: Log) {
    super(options);
    this.#log = log;
  }

  override async apply(id: ApiId, declaration: Declaration, options: ApplyOptions = {}): Promise<Applied> {
    const applied = await super.apply(id, declaration, { ...options, dryRun: true });
    const { outcome, drift } = applied;
    if (outcome !== 'unchanged') this.#planned(id, { outcome, drift });
    return applied;
  }

  override async release(id: ApiId, { policy }: { uid: string; policy: 'Delete' | 'Orphan' }) {
    const outcome = policy === 'Delete' ? ('deleted' as const) : ('orphaned' as const);
    this.#planned(id, { outcome });
    return { outcome };
  }

  override async approveRun(id: ApiId) {
    this.#planned(id, { outcome: 'run approved' });
    return { outcome: 'nothing' as const };
  }

  override async rotateSecret(id: ApiId): Promise<unknown> {
    return this.#planned(id, { outcome: 'rotated' });
  }

  override async retireSecret(id: ApiId): Promise<unknown> {
    return this.#planned(id, { outcome: 'secret retired' });
  }

  override async keepScimToken(id: ApiId, name: string) {
    this.#planned(id, { outcome: 'SCIM token kept', token: name });
    return { items: [] };
  }

  override async endScimToken(id: ApiId, name: string): Promise<unknown> {
    return this.#planned(id, { outcome: 'SCIM token ended', token: name });
  }

  override async publishKey(name: string, { kid }: { kid: string }): Promise<unknown> {
    return this.#planned({ kind: 'cert', owner: 'admin', name }, { outcome: 'key published', kid });
  }

  override async signWith(name: string, kid: string): Promise<unknown> {
    return this.#planned({ kind: 'cert', owner: 'admin', name }, { outcome: 'key signs', kid });
  }

  override async retireKey(name: string, kid: string): Promise<unknown> {
    return this.#planned({ kind: 'cert', owner: 'admin', name }, { outcome: 'key given up', kid });
  }

  #planned(id: ApiId, what: Record<string, unknown>): void {
    this.#log.info({ kind: id.kind, id: apiIdText(id), ...what }, 'Would change');
  }
}
