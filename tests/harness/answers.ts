import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface ApiDocument {
  components: object;
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
}

type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void;

const known = new Map<string, AnswerCheck>();
const knownSettings = new Map<string, AnswerCheck>();

/**
 * Fails if a JSON answer does not match the server's own OpenAPI document. A server of the usual model passes its settings. The
 * document depends on nothing else, so only the first server with these settings is asked for it.
 */
export async function answerCheckOf(url: string, settings?: Record<string, string>): Promise<AnswerCheck> {
  const key = JSON.stringify(settings);
  const found = settings && knownSettings.get(key);
  if (found) return found;
  const check = answerCheck((await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument);
  if (settings) knownSettings.set(key, check);
  return check;
}

/** Servers with the same document share its compiled form. */
function answerCheck({ components, paths }: ApiDocument): AnswerCheck {
  const key = JSON.stringify([components, paths]);
  const check = known.get(key) ?? createAnswerCheck({ components, paths });
  known.set(key, check);
  return check;
}

function createAnswerCheck(document: ApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const compiled = new Map<string, ValidateFunction>();

  const validatorOf = (method: string, path: string, status: number): ValidateFunction | undefined => {
    const key = `${method} ${path} ${status}`;
    const made = compiled.get(key);
    if (made) return made;
    const schema =
      document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']?.schema;
    if (!schema) return;
    const located = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
    const validate = ajv.compile(located);
    compiled.set(key, validate);
    return validate;
  };

  return (method, path, status, body) => {
    const validate = validatorOf(method, path, status);
    if (!validate) {
      if (path in document.paths)
        throw new Error(`${method} ${path} answered ${status}, which the OpenAPI document does not mention`);
      return;
    }
    if (!validate(body))
      throw new Error(
        `${method} ${path} answered what its OpenAPI document does not allow: ${ajv.errorsText(validate.errors)}`,
      );
  };
}
