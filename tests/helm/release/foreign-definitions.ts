import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Definitions of other projects that the chart can use, from their Go modules. */
const modules = {
  'sigs.k8s.io/gateway-api@v1.4.0': ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': [
    'podmonitors',
    'prometheusrules',
    'servicemonitors',
  ].map((plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`),
  'github.com/cloudnative-pg/cloudnative-pg@v1.25.0': ['config/crd/bases/postgresql.cnpg.io_clusters.yaml'],
};

/** The paths of the files. Go verifies them with its checksum database and keeps them in its cache. */
export async function foreignDefinitions(): Promise<string[]> {
  const paths: string[] = [];
  for (const [module, files] of Object.entries(modules)) {
    const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], { cwd: tmpdir() });
    const { Dir } = JSON.parse(stdout) as { Dir: string };
    paths.push(...files.map((file) => join(Dir, file)));
  }
  return paths;
}
