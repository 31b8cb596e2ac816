import assert from "node:assert/strict";
import test from "node:test";
import { evaluate } from "../../lib/expression.mjs";

const known = { "04/baseline.ms": 30, "04/1_a-b.ms": 2, "variants/x[a=1, b=two (2) words].GFLOP/s": 5 };
const lookup = (name) => {
  if (!(name in known)) throw new Error(`unknown: ${name}`);
  return known[name];
};

test("a name alone is its value", () => assert.equal(evaluate("04/baseline.ms", lookup), 30));
test("a name may have brackets with spaces", () => assert.equal(evaluate("variants/x[a=1, b=two (2) words].GFLOP/s * 2", lookup), 10));
test("* and / come before + and -", () => assert.equal(evaluate("1 + 04/baseline.ms / 04/1_a-b.ms * 2 - 3", lookup), 28));
test("operators of one kind go from left to right", () => assert.equal(evaluate("8 / 2 / 2", lookup), 2));
test("brackets come first", () => assert.equal(evaluate("( 1 - 04/1_a-b.ms / 4 ) * 100", lookup), 50));
test("an unknown name is an error", () => assert.throws(() => evaluate("05/x.ms", lookup), /unknown: 05\/x.ms/));
for (const broken of ["1 +", "( 1", "1 2", ""]) test(`"${broken}" is an error`, () => assert.throws(() => evaluate(broken, lookup)));
