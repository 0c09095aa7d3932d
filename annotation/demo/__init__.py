"""What a newcomer's first study is made of: offers that somebody wrote down, and how to judge some of them."""
