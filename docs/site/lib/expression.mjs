// Arithmetic on named numbers: "04/baseline.ms / 04/1_coalesced.ms", "(1 - 05/solution.ms / 05/cublas.ms) * 100".
// Operators have a space on either side. A name may contain any other characters, and spaces within brackets.

const token = /\s*((?:(?![+\-*/()]\s|[()])(?:\[[^\]]*\]|[^\s()]))+|[+\-*/()])/y;

function tokensOf(text) {
  const tokens = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text);
    if (!found) throw new Error(`"${text}" cannot be read as a sum`);
    tokens.push(found[1]);
  }
  return tokens;
}

const apply = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b };

/** Returns the value of `text`; `lookup` returns the value of a name. */
export function evaluate(text, lookup) {
  const tokens = tokensOf(text);
  const level = (operators, next) => () => {
    let value = next();
    while (operators.includes(tokens[0])) value = apply[tokens.shift()](value, next());
    return value;
  };
  const operand = () => {
    const name = tokens.shift();
    if (name === undefined) throw new Error(`"${text}" ends too early`);
    if (name === "(") {
      const value = sum();
      if (tokens.shift() !== ")") throw new Error(`"${text}" lacks a bracket`);
      return value;
    }
    return /^\d+(\.\d+)?$/.test(name) ? Number(name) : lookup(name);
  };
  const sum = level(["+", "-"], level(["*", "/"], operand));
  const value = sum();
  if (tokens.length > 0) throw new Error(`"${text}" goes on after its end: ${tokens[0]}`);
  return value;
}
