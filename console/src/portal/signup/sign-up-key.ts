const name = 'sign-up-key';

/**
 * Names a sign-up, so that sending it again makes no second account. It survives a reload. It proves nothing
 * without the password, which is not kept.
 */
export function signUpKey(): string {
  const key = sessionStorage.getItem(name) ?? [...crypto.getRandomValues(new Uint32Array(5))].join('-');
  sessionStorage.setItem(name, key);
  return key;
}

export const forgetSignUpKey = (): void => sessionStorage.removeItem(name);
