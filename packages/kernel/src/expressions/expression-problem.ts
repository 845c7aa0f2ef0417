/** Why a text is not an expression. Thrown inside the parser and the compiler only; `readExpression` turns it into data. */
export class ExpressionProblem extends Error {
  readonly at: number;
  readonly hint: string;

  constructor(message: string, at: number, hint = '') {
    super(message);
    this.at = at;
    this.hint = hint;
  }
}
