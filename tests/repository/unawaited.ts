import { relative } from 'node:path';
import {
  type Expression,
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isExpressionStatement,
  isFunctionExpression,
  isIdentifier,
  isNewExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isVoidExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

type Sort = 'promise that nobody awaits' | 'promise that its caller ignores';

/** `file:line` and what is wrong there. */
export type Found = `${string}:${number}: a ${Sort}`;

const assignments = new Set([SyntaxKind.EqualsToken, SyntaxKind.QuestionQuestionEqualsToken]);

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

/** `a.catch(…)`, `a.then(…, …)`, and `.finally(…)` behind one of them. */
function isCaught(expression: Expression): boolean {
  if (isParenthesizedExpression(expression)) return isCaught(expression.expression);
  if (!isCallExpression(expression) || !isPropertyAccessExpression(expression.expression)) return false;
  const { name, expression: before } = expression.expression;
  if (name.text === 'finally') return isCaught(before);
  return name.text === 'catch' || (name.text === 'then' && expression.arguments.length === 2);
}

const isAsync = (node: { modifiers?: readonly Node[] | undefined }) =>
  node.modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword) ?? false;

/** `() => void …` returns nothing, and `() => ….catch(…)` nothing that fails. Their bodies are judged by themselves. */
const isSafeArrow = (place: Expression) =>
  isArrowFunction(place) &&
  !isAsync(place) &&
  !isBlock(place.body) &&
  (isVoidExpression(place.body) || isCaught(place.body as Expression));

/** Remembers the answer for each type, because a question to the compiler takes a tenth of a millisecond. */
function remembered(answer: (type: Type) => boolean): (type: Type | undefined) => boolean {
  const known = new Map<Type, boolean>();
  return (type) => {
    if (!type) return false;
    const is = known.get(type) ?? answer(type);
    known.set(type, is);
    return is;
  };
}

const isObject = ({ flags }: Type) => (flags & TypeFlags.Object) !== 0;

function rulesOf(checker: Checker) {
  const isPromise = remembered((type) =>
    partsOf(type).some((part) => isObject(part) && /^Promise(Like)?</.test(checker.typeToString(part))),
  );
  const returned = (type: Type | undefined) =>
    (type ? partsOf(type) : [])
      .filter(isObject)
      .flatMap((part) => checker.getSignaturesOfType(part, SignatureKind.Call))
      .map((signature) => checker.getReturnTypeOfSignature(signature));
  const returnsPromise = remembered((type) => returned(type).some(isPromise));

  /** The place expects a function without a result, so nothing awaits what it returns. */
  function isIgnored(place: Expression): boolean {
    const expected = checker.getContextualType(place);
    if (expected && checker.typeToString(expected) === 'Function') return true;
    const results = returned(expected);
    return results.length > 0 && results.every((type) => type !== undefined && checker.typeToString(type) === 'void');
  }

  return {
    isPromise,
    isIgnoredPromise: (place: Expression, type: Type | undefined) =>
      !isSafeArrow(place) && returnsPromise(type) && isIgnored(place),
  };
}

// An assigned promise is awaited elsewhere.
const isHandled = (expression: Expression) =>
  isAwaitExpression(expression) ||
  (isBinaryExpression(expression) && assignments.has(expression.operatorToken.kind)) ||
  isCaught(expression);

/** Functions, and names of functions, that something else will call. */
function handedOver(node: Node): Expression[] {
  const candidates =
    isCallExpression(node) || isNewExpression(node)
      ? [...(node.arguments ?? [])]
      : isPropertyAssignment(node)
        ? [node.initializer]
        : [];
  const named = candidates.filter((each) => isIdentifier(each) || isPropertyAccessExpression(each));
  return isArrowFunction(node) || isFunctionExpression(node) ? [node] : named;
}

type Rules = ReturnType<typeof rulesOf>;
type Tell = (node: Node, sort: Sort) => void;

function foundIn(source: SourceFile, checker: Checker, { isPromise, isIgnoredPromise }: Rules, tell: Tell): void {
  const dropped: Expression[] = [];
  const handed: Expression[] = [];
  const visit = (node: Node): void => {
    const isDrop = (isExpressionStatement(node) || isVoidExpression(node)) && !isVoidExpression(node.expression);
    if (isDrop && !isHandled(node.expression)) dropped.push(node.expression);
    handed.push(...handedOver(node));
    node.forEachChild(visit);
  };
  visit(source);
  // One question for all types of a file.
  const types = checker.getTypeAtLocation([...dropped, ...handed]);
  for (const [i, node] of dropped.entries()) if (isPromise(types[i])) tell(node, 'promise that nobody awaits');
  for (const [i, place] of handed.entries())
    if (isIgnoredPromise(place, types[dropped.length + i])) tell(place, 'promise that its caller ignores');
}

/**
 * Every promise of a workspace whose rejection nobody handles: a statement or `void` without `catch`, and an async function where
 * a listener, a timer or another function without a result is expected.
 */
export function unawaitedIn(root: string, tsconfig: string, isOurs: (file: string) => boolean): Found[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProject: tsconfig }).getProjects()[0];
    if (!project) throw new Error(`${tsconfig} is no project`);
    const { program, checker } = project;
    const rules = rulesOf(checker);
    const found: Found[] = [];
    for (const name of program.getSourceFileNames()) {
      const file = relative(root, name);
      const source = isOurs(file) && program.getSourceFile(name);
      if (!source) continue;
      foundIn(source, checker, rules, (node, sort) => {
        const line = source.text.slice(0, node.getStart(source)).split('\n').length;
        found.push(`${file}:${line}: a ${sort}`);
      });
    }
    return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  } finally {
    api.close();
  }
}
