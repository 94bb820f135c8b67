/** A part of an export: the users of a realm one by one, and then the realm with an empty list of users. */
export interface Part {
  /** The place of the realm in the file, from 0. */
  at: number;
  user?: string;
  realm?: string;
  /** The text ends within a user, a realm or the list of realms. */
  isCut?: true;
}

/**
 * Splits the text of an export, so that memory holds one user at a time. A list of realms has them one level deeper than a
 * single realm. The parts are JSON only if the text is.
 */
export async function* splitUsers(chunks: AsyncIterable<string>): AsyncIterable<Part> {
  let [depth, realmDepth, at] = [0, 1, -1];
  let [isText, isEscaped, isUsers] = [false, false, false];
  let [key, lastText] = ['', ''];
  let [rest, user] = ['', ''];

  for await (const chunk of chunks) {
    let from = 0;
    /** The text since the last call goes to where it belongs. */
    const cut = (to: number) => {
      if (isUsers) user += chunk.slice(from, to);
      else rest += chunk.slice(from, to);
      from = to;
    };
    for (let index = 0; index < chunk.length; index++) {
      const char = chunk[index] as string;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (char === '\\') isEscaped = true;
        else if (char === '"') isText = false;
        else if (depth === realmDepth) lastText += char;
        continue;
      }
      if (char === '"') {
        [isText, lastText] = [true, ''];
      } else if (char === ':' && depth === realmDepth) {
        key = lastText;
      } else if (char === '{' || char === '[') {
        if (depth === 0 && char === '[') realmDepth = 2;
        depth++;
        if (depth === realmDepth && char === '{') at++;
        if (char === '[' && depth === realmDepth + 1 && key === 'users' && !isUsers) {
          cut(index + 1);
          isUsers = true;
        }
      } else if (isUsers && depth === realmDepth + 1 && (char === ',' || char === ']')) {
        cut(index);
        if (user.trim() !== '') yield { at, user };
        user = '';
        if (char === ',') from = index + 1;
        else [isUsers, key, depth] = [false, '', depth - 1];
      } else if (char === '}' || char === ']') {
        depth--;
        if (depth === realmDepth - 1 && char === '}') {
          cut(index + 1);
          yield { at, realm: rest.slice(rest.indexOf('{')) };
          rest = '';
        }
      }
    }
    cut(chunk.length);
  }
  if (depth > 0) yield { at, isCut: true };
}
